/** Every parameter, and every attribute of a scene and a lot, has a help text in both scripts. */
import { add_update_scene, lot } from '@parking/contract/camera/scene.ts'
import type { Language } from '@parking/contract/core/language.ts'
import { param_groups, param_shapes, type ParamGroup } from '@parking/contract/params/params.ts'
import { describe, expect, test } from 'vitest'
import { loaders } from '../src/locales/areas.ts'

type Helps = Readonly<Record<string, string>>

const helpsOf: Record<ParamGroup, (language: Language) => Promise<Helps>> = {
  alg_param: async (language) =>
    Object.fromEntries(
      Object.entries((await loaders[language].alg()).default.fields).map(([name, field]) => {
        const { means, more = '', less = '' }: { means: string; more?: string; less?: string } = field
        return [name, means + more + less]
      }),
    ),
  schedule_param: async (language) => (await loaders[language].schedule()).default.help,
  event_param: async (language) => (await loaders[language].evidence()).default.help,
  storage_param: async (language) => (await loaders[language].object_storage()).default.help,
  platform_param: async (language) => (await loaders[language].platform()).default.help,
  alarm_param: async (language) => (await loaders[language].alarm()).default.help,
  mqtt_param: async (language) => (await loaders[language].mqtt()).default.help,
}

/** Minimum length of a help text; anything shorter is a label, not an explanation. */
const min_letters = 12

describe.each(['zh', 'tw'] as const)('%s', (language) => {
  test.each(param_groups)('each field of %s is explained', async (group) => {
    const helps = await helpsOf[group](language)
    expect(Object.keys(helps).sort()).toEqual(Object.keys(param_shapes[group].shape).sort())
    for (const help of Object.values(helps)) expect(help.length).toBeGreaterThanOrEqual(min_letters)
  })

  test('the evidence help explains a higher and a lower number, and what a switch turns on', async () => {
    const helps: Helps = (await loaders[language].evidence()).default.help
    const [more, less, on] = language === 'zh' ? ['调高', '调低', '开启：'] : ['調高', '調低', '開啟：']
    const unsaid = Object.entries(param_shapes.event_param.shape).filter(([name, field]) => {
      const [{ type }, help = ''] = [field._zod.def, helps[name]]
      if (type === 'number') return !help.includes(more) || !help.includes(less)
      return type === 'boolean' && !help.includes(on)
    })
    expect(unsaid.map(([name]) => name)).toEqual([])
  })

  test('each attribute of a scene and a lot is explained', async () => {
    const helps: Helps = (await loaders[language].scene_help()).default
    const drawn = ['polygon', 'focus', 'feature'] // the tools that draw them explain them
    // No user types these.
    const chosen = ['scene_id', 'camera_sn', 'ref_width', 'ref_height', 'lots', 'keep_reference', 'revision']
    const attributes = [...Object.keys(add_update_scene.body.shape), ...Object.keys(lot.shape)].filter(
      (name) => !drawn.includes(name) && !chosen.includes(name),
    )
    expect(Object.keys(helps).sort()).toEqual(attributes.sort())
    for (const help of Object.values(helps)) expect(help.length).toBeGreaterThanOrEqual(min_letters)
  })
})
