# SPDX-License-Identifier: Apache-2.0
"""Writes the pages that follow from the code: reference.py INSTALLATION FOLDER. Keys come from `plateau keys`, parameters and the keys
of scenarios from `plateau schema`, commands from their --help."""
import json
import os
import pathlib
import re
import subprocess
import sys

INSTALLATION, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def plateau(*arguments):
    environment = dict(os.environ, COLUMNS='110')
    return subprocess.run(['./plateau', *arguments], cwd=INSTALLATION, capture_output=True, text=True, check=True, env=environment).stdout


def page(name, title, lines):
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / (name + '.md')).write_text('# ' + title + '\n\n' + '\n'.join(lines) + '\n')


def cell(value):
    return str(value).replace('|', '\\|').replace('<', '&lt;').replace('$', '\\$')


def table(head, rows):
    return ['| ' + ' | '.join(each) + ' |' for each in [head, ['---'] * len(head), *rows]] + ['']


def keys():
    rows, path = [], ''
    for line in plateau('keys').splitlines():
        if line.startswith(' '):
            rows[-1][1] += ' ' + cell(line.strip())
        elif line:
            rows.append(['`' + line + '`', ''])
    page('keys', 'Every key of a run file', table(['key', 'meaning'], rows))


def values(schema):
    if 'enum' in schema:
        return ', '.join(f'`{each}`' for each in schema['enum'])
    forms = [values(each) for each in schema.get('anyOf', []) if 'enum' in each or 'minimum' in each]
    bounds = [f'{schema[each]:,.15g}' for each in ('minimum', 'maximum') if each in schema]
    return forms[0] if forms else ' to '.join(bounds) + (' and more' if 'minimum' in schema and len(bounds) == 1 else '')


def default(schema):
    value = schema.get('default')
    return '' if value in (None, '') else f'`{str(value).lower() if isinstance(value, bool) else value}`'


def parameters(schema):
    required = schema.get('required', [])
    return table(['name', 'default', 'values', 'meaning'], [
        ['`' + name + '`', '*required*' if name in required else default(each), values(each), cell(each.get('description', ''))]
        for name, each in schema.get('properties', {}).items() if 'const' not in each and name not in ('service', 'mode')])


def inner(schema):
    """The mappings of keys in a schema, each with its path."""
    found = []
    for name, each in schema.get('properties', {}).items():
        for below in [each, each.get('items'), each.get('additionalProperties'), *each.get('anyOf', []), *each.get('oneOf', [])]:
            for form in [below, below.get('items') if isinstance(below, dict) else None]:
                if isinstance(form, dict) and form.get('properties'):
                    found.append((name, form))
    return found


def scenario(schema, path, seen):
    lines = []
    for name, form in inner(schema):
        words = tuple(sorted(form['properties']))
        if words in seen:
            continue
        seen.add(words)
        lines += [f'**Keys of `{path}{name}`**', ''] + table(['key', 'meaning'], [
            ['`' + key + '`', cell(each.get('description', ''))] for key, each in form['properties'].items()])
        lines += scenario(form, path + name + '.', seen)
    return lines


def described(schema):
    for rule in schema.get('allOf', []):
        yield rule


def plugins():
    schema = json.loads(plateau('schema'))
    lines = []
    for rule in described(schema['properties']['workloads']['additionalProperties']):
        name = rule['if']['properties']['plugin']['enum'][0]
        of = rule['then']['properties']['parameters']
        lines += [f'## Workload `{name}`', '', cell(of.get('description', '')), ''] + parameters(of) + scenario(of, '', set())
    for rule in described(schema['properties']['suts']['additionalProperties']):
        name = rule['if']['properties']['service']['const']
        lines += [f'## Service `{name}`', '', cell(rule['then'].get('description', '')), ''] + parameters(rule['then'])
    page('parameters', 'Every parameter of workloads and services', lines)


def commands():
    top = plateau('--help')
    names = dict.fromkeys(re.findall(r'^  ([a-z-]+)  +\S', top, re.M))
    lines = []
    for name in names:
        lines += [f'## {name}', '', '```', plateau(name, '--help').rstrip(), '```', '']
    page('commands', 'The help of every command', lines)


keys()
plugins()
commands()
