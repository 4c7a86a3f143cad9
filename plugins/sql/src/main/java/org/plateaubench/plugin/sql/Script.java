// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.UsedFile;

/**
 * An element of <code>setup</code> or <code>teardown</code>.
 *
 * @param file name of its file; empty for a text in the run file
 */
record Script(String path, String file, List<SqlText.Statement> statements) {
    private static final String SUFFIX = ".sql";

    /** The scripts of a parameter, with the texts of files by name; files without a text are empty. */
    static List<Script> of(String parameter, List<String> elements, Map<String, String> files) {
        List<Script> scripts = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            String element = elements.get(i);
            boolean isFile = element.endsWith(SUFFIX);
            scripts.add(new Script(
                    parameter + "[" + i + "]",
                    isFile ? element : "",
                    SqlText.split(isFile ? files.getOrDefault(element, "") : element)));
        }
        return scripts;
    }

    /** The files that the elements of a parameter name. */
    static List<UsedFile> files(String parameter, List<String> elements) {
        return of(parameter, elements, Map.of()).stream()
                .filter(script -> !script.file().isEmpty())
                .map(script -> new UsedFile(script.path(), script.file(), false))
                .toList();
    }

    /** The beginning of a message about a statement, with its line in a file. */
    String place(SqlText.Statement statement) {
        return file.isEmpty() ? "" : file + ", line " + statement.line() + ": ";
    }
}
