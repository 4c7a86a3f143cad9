# SPDX-License-Identifier: Apache-2.0
"""Sphinx reads the Markdown of the repository as it is; the order of the pages is here."""

project = 'Plateau'
html_title = 'Plateau'
extensions = ['myst_parser']
root_doc = 'README'
exclude_patterns = ['docs/examples', 'docs/schemas', 'configs', 'distribution']
myst_heading_anchors = 4
html_theme = 'furo'
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
suppress_warnings = ['misc.highlighting_failure']  # nginx has words that the highlighter does not know

PAGES = {
    'Start': ['tutorial', 'reading-a-result', 'run-files', 'scenarios', 'commands', 'glossary'],
    'Measure': ['compare', 'studies', 'score', 'bundles', 'rigs', 'measurement', 'audits', 'performance'],
    'Workloads and systems': ['plugins/*'],
    'Operate': ['console', 'console-queue', 'console-live', 'maven', 'ci', 'releases', 'security'],
    'Extend': ['plugin-guide', 'plugin-check', 'http-kit', 'sdk', 'api-stability'],
    'Reference': ['reports', 'reference/*', 'dependencies', 'adr/README'],
}


def with_contents(app, page, source):
    """Adds the contents of the site to its first page, and the decisions to theirs."""
    if page == root_doc:
        for caption, pages in PAGES.items():
            source[0] += toctree(caption, ['docs/' + each for each in pages])
        source[0] += toctree('Project', ['ARCHITECTURE', 'CONTRIBUTING', 'CHANGELOG', 'SECURITY'])
    elif page == 'docs/adr/README':
        source[0] += toctree('', ['0*'])


def toctree(caption, pages):
    head = ':caption: ' + caption + '\n' if caption else ''
    return '\n\n```{toctree}\n:hidden:\n:glob:\n' + head + '\n' + '\n'.join(pages) + '\n```\n'


def setup(app):
    app.connect('source-read', with_contents)
