// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.archetype;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A new plugin project; the full one is created from the same files as by Maven's {@code archetype:generate}. Immutable.
 *
 * @param groupId Maven's group of the project
 * @param artifactId name of the project, and id of the plugin
 * @param version version of the project
 * @param packageName Java package of its classes
 * @param plateauVersion version of Plateau that it is compiled against
 * @param template what it contains
 */
public record PluginProject(
        String groupId,
        String artifactId,
        String version,
        String packageName,
        String plateauVersion,
        Template template) {
    private static final String POM = "/archetype-resources/pom.xml";
    private static final String ARCHIVE = "src/assembly/plugin.xml";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern SOURCES = Pattern.compile("^(src/(?:main|test)/java)/");

    /** The content of a new project. */
    public enum Template {
        /** One workload with one operation, in one class. */
        MINIMAL(""),
        /** The same, which gets a page of a web server. */
        HTTP("org.plateaubench:plateau-http:${plateauVersion}"),
        /** The same, which reads a row of a database. */
        JDBC("com.h2database:h2:2.5.252"),
        /** A server with its users, its data, tests and documentation. */
        FULL("");

        /** The library that it needs besides the api, empty for none. */
        private final String library;

        Template(String library) {
            this.library = library;
        }

        /** The name, as it is typed. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        private String dependency() {
            String[] parts = library.split(":", -1);
            return library.isEmpty() ? "" : """

                                <dependency>
                                  <groupId>%s</groupId>
                                  <artifactId>%s</artifactId>
                                  <version>%s</version>
                                </dependency>""".formatted((Object[]) parts);
        }
    }

    /**
     * Writes the files of the project.
     *
     * @param folder folder of the project, which is created if it does not exist
     * @return the files, relative to the folder
     * @throws IOException if a file exists already or cannot be written
     */
    public List<Path> writeTo(Path folder) throws IOException {
        URI pom = pom();
        if (!pom.getScheme().equals("jar")) {
            return write(Path.of(pom), folder);
        }
        try (FileSystem jar = FileSystems.newFileSystem(pom, Map.of())) {
            return write(jar.getPath(POM), folder);
        }
    }

    private static URI pom() {
        URL pom = PluginProject.class.getResource(POM);
        try {
            return Objects.requireNonNull(pom, "this jar has no template").toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a class loader gives valid addresses", e);
        }
    }

    private List<Path> write(Path pom, Path folder) throws IOException {
        Path full = pom.resolveSibling("");
        Map<String, Path> sources = new TreeMap<>();
        Path small = full.resolveSibling("templates");
        Path own = template == Template.FULL ? full : small.resolve(template.toString());
        try (Stream<Path> all = Files.walk(own)) {
            all.filter(Files::isRegularFile)
                    .forEach(each -> sources.put(own.relativize(each).toString(), each));
        }
        sources.putIfAbsent("pom.xml", small.resolve("pom.xml"));
        sources.putIfAbsent(ARCHIVE, full.resolve(ARCHIVE));
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, Path> source : sources.entrySet()) {
            Path file = Path.of(placed(source.getKey()));
            Path target = folder.resolve(file);
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.writeString(Files.createFile(target), filled(Files.readString(source.getValue())));
            written.add(file);
        }
        return written;
    }

    /** Returns the path of a file in the project; sources are in the folder of their package. */
    private String placed(String path) {
        return SOURCES.matcher(path)
                .replaceFirst("$1/" + Matcher.quoteReplacement(packageName.replace('.', '/')) + "/");
    }

    /** Replaces the names of this project; other names belong to Maven and are not changed. */
    private String filled(String text) {
        Map<String, String> values = Map.of(
                "groupId", groupId,
                "artifactId", artifactId,
                "version", version,
                "package", packageName,
                "plateauVersion", plateauVersion);
        return PLACEHOLDER
                .matcher(text.replace("${library}", template.dependency()))
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
    }
}
