// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The files of the pages as they are served, those that reports share too. */
public final class PageFiles {
    private PageFiles() {}

    /** The text of each file by its path, which begins with a slash. */
    public static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        try {
            StaticFiles.pages(PageFiles.class.getClassLoader())
                    .forEach(file ->
                            texts.put("/" + file.getKey(), new String(file.getValue(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    /**
     * Writes the files and lit-html to a folder, from which a program without a console loads the modules: paths of the
     * console's root are relative there.
     */
    public static void write(Path folder) throws IOException {
        for (Map.Entry<String, String> file : texts().entrySet()) {
            write(folder.resolve(file.getKey().substring(1)), file.getValue().replace("'/library/", "'../library/"));
        }
        for (Map.Entry<String, byte[]> file : ResourceFolder.library(PageFiles.class.getClassLoader(), "lit-html")) {
            write(
                    folder.resolve("library/lit-html").resolve(file.getKey()),
                    new String(file.getValue(), StandardCharsets.UTF_8));
        }
        write(folder.resolve("package.json"), "{\"type\": \"module\"}");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
