// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** The files of the pages as they are served, including those shared with reports. */
public final class PageFiles {
    private static final Path PAGES = Path.of("src/main/resources", StaticFiles.PAGES);
    private static final Path SHARED = Path.of("../harness-core/engine/src/main/resources", StaticFiles.SHARED);

    private PageFiles() {}

    /** The text of each file by its path, which begins with a slash. */
    public static Map<String, String> texts() {
        try {
            Map<String, String> texts = texts(SHARED);
            // For a path in both folders, the file of the pages is served.
            texts.putAll(texts(PAGES));
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the files and lit-html to a folder, from which a program without a console loads the modules: paths of the
     * console's root are relative there.
     */
    public static void write(Path folder) throws IOException {
        for (Map.Entry<String, String> file : texts().entrySet()) {
            write(folder.resolve(file.getKey().substring(1)), file.getValue().replace("'/library/", "'../library/"));
        }
        String lit = StaticFiles.libraryFolder("lit-html");
        URL jar = Objects.requireNonNull(PageFiles.class.getResource("/" + lit + "/lit-html.js"));
        try (FileSystem files = FileSystems.newFileSystem(URI.create(jar.toString()), Map.of())) {
            for (Map.Entry<String, String> file : texts(files.getPath(lit)).entrySet()) {
                write(folder.resolve("library/lit-html" + file.getKey()), file.getValue());
            }
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
        for (Map.Entry<String, String> file : texts().entrySet()) {
            write(folder.resolve(file.getKey().substring(1)), change.apply(file.getKey(), file.getValue()));
        }
        return StaticFiles.changed(folder);
    }

    /** The text of every file below a folder by its path, which begins with a slash. */
    private static Map<String, String> texts(Path folder) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.put("/" + folder.relativize(file), Files.readString(file));
            }
        }
        return texts;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
