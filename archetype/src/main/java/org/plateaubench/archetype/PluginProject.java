// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.archetype;

import java.io.IOException;
import java.net.URI;
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
 * A new plugin project. {@code FULL} has the same files as one created by Maven's {@code archetype:generate}.
 * Immutable.
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
        /** One workload with one operation. */
        MINIMAL,
        /** One workload with one operation, which gets a page of a web server. */
        HTTP,
        /** One workload with one operation, which reads a row of a database. */
        JDBC,
        /** A server with its users, its data, tests and documentation. */
        FULL;

        /** The name, as it is typed. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
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
        URL resource = Objects.requireNonNull(PluginProject.class.getResource(POM), "this jar has no template");
        URI pom = URI.create(resource.toString());
        if (!pom.getScheme().equals("jar")) {
            return write(Path.of(pom), folder);
        }
        try (FileSystem jar = FileSystems.newFileSystem(pom, Map.of())) {
            return write(jar.getPath(POM), folder);
        }
    }

    private List<Path> write(Path pom, Path folder) throws IOException {
        Path full = pom.resolveSibling("");
        Map<String, Path> sources = new TreeMap<>();
        if (template == Template.FULL) {
            collect(full, sources);
        } else {
            Path templates = full.resolveSibling("templates");
            collect(templates.resolve("shared"), sources);
            collect(templates.resolve(template.toString()), sources);
            sources.put(ARCHIVE, full.resolve(ARCHIVE));
        }
        Path library = sources.remove("library.xml");
        String dependency = library == null ? "" : Files.readString(library);
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, Path> source : sources.entrySet()) {
            Path file = Path.of(targetPath(source.getKey()));
            Path target = folder.resolve(file);
            Files.createDirectories(target.toAbsolutePath().getParent());
            String text = Files.readString(source.getValue()).replace("${library}", dependency);
            Files.writeString(Files.createFile(target), fillIn(text));
            written.add(file);
        }
        return written;
    }

    private static void collect(Path folder, Map<String, Path> sources) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile)
                    .forEach(file -> sources.put(folder.relativize(file).toString(), file));
        }
    }

    /** Returns the path of a file in the project; sources are in the folder of their package. */
    private String targetPath(String path) {
        return SOURCES.matcher(path)
                .replaceFirst("$1/" + Matcher.quoteReplacement(packageName.replace('.', '/')) + "/");
    }

    /** Fills in the placeholders known here; others are Maven's and stay as they are. */
    private String fillIn(String text) {
        Map<String, String> values = Map.of(
                "groupId", groupId,
                "artifactId", artifactId,
                "version", version,
                "package", packageName,
                "plateauVersion", plateauVersion);
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
    }
}
