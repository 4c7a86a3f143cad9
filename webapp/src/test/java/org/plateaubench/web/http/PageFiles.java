// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

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

    /**
     * The pages with other texts, as a console serves them.
     *
     * @param folder where the texts are written
     * @param change gives the text of a file by its path and its present text
     */
    public static StaticFiles changed(Path folder, BinaryOperator<String> change) throws IOException {
        Path pages = folder.resolve(StaticFiles.PAGES);
        // Those that reports share are served among the pages too, and of two files of one path that of the pages.
        for (Map.Entry<String, String> file : texts().entrySet()) {
            write(pages.resolve(file.getKey().substring(1)), change.apply(file.getKey(), file.getValue()));
        }
        return StaticFiles.read(new ClassLoader(PageFiles.class.getClassLoader()) {
            @Override
            public @Nullable URL getResource(String name) {
                Path here = folder.resolve(name);
                try {
                    return Files.exists(here) ? here.toUri().toURL() : super.getResource(name);
                } catch (MalformedURLException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
