// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Packs drivers that are compiled against Faban's API, as partners do. */
final class DriverJar {
    private static final Path SOURCES = Path.of("src/test/drivers/example");

    private DriverJar() {}

    /** Returns the jar of drivers in the folder of sources. */
    static Path of(Path folder, String... names) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String name : names) {
            sources.add(SOURCES.resolve(name + ".java"));
        }
        return packed(folder, sources);
    }

    /** Returns the jar of a class {@code example.Wrong} with the given annotations and members. */
    static Path wrong(Path folder, String annotations, String members) throws IOException {
        Path source = Files.createDirectories(folder.resolve("sources")).resolve("Wrong.java");
        Files.writeString(
                source,
                "package example; import com.sun.faban.driver.*; " + annotations + " public class Wrong { " + members
                        + " }");
        return packed(folder, List.of(source));
    }

    /** Compiles all sources of a folder, and returns a jar of some of the classes. */
    static Path compiledAlone(Path folder, Path sources, String... kept) throws IOException {
        Path classes;
        try (Stream<Path> files = Files.walk(sources)) {
            classes = compile(folder, files.filter(Files::isRegularFile).toList());
        }
        Path jar = folder.resolve("alone.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : kept) {
                out.putNextEntry(new JarEntry(name));
                Files.copy(classes.resolve(name), out);
            }
        }
        return jar;
    }

    private static Path packed(Path folder, List<Path> sources) throws IOException {
        Path classes = compile(folder, sources);
        Path jar = folder.resolve("driver.jar");
        pack(jar, classes, Map.of("META-INF/run.xml", "<run/>"));
        return jar;
    }

    /** Compiles sources, and returns the folder of their classes. */
    private static Path compile(Path folder, List<Path> sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"), "-d", classes.toString()));
        sources.forEach(source -> arguments.add(source.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    /** Returns a jar as it is deployed: the driver's own jar in {@code lib}, and a resource. */
    static Path deployed(Path folder, Path driver) throws IOException {
        Path content = Files.createDirectories(folder.resolve("deployed"));
        Files.copy(driver, Files.createDirectories(content.resolve("lib")).resolve("driver.jar"));
        Path jar = folder.resolve("benchmark.jar");
        pack(jar, content, Map.of("resources/words.txt", "one two three"));
        return jar;
    }

    private static void pack(Path jar, Path content, Map<String, String> texts) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(content)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(content.relativize(file).toString()));
                Files.copy(file, out);
            }
            for (Map.Entry<String, String> text : texts.entrySet()) {
                out.putNextEntry(new JarEntry(text.getKey()));
                out.write(text.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Parameters of a workload that runs a driver. */
    static FabanParameters parameters(Path jar, Map<String, String> properties) {
        return new FabanParameters(jar.toString(), "", "", "", properties, 0, 1);
    }
}
