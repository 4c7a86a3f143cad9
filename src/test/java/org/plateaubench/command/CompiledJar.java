// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

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
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Jars that tests make from sources. */
final class CompiledJar {
    private CompiledJar() {}

    /** Compiles the plugin of a partner against the API alone, and installs it where Plateau finds it. */
    static void install(Path folder, String id, Path sources, String pluginClass) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        Path api = jarIn(LaunchedPlateau.home().resolve("distribution/target/plateau/lib"), "plateau-api-");
        Path classes = compile(folder.resolve("classes-" + id), files, "-proc:none", "-cp", api.toString());
        Path service = classes.resolve("META-INF/services/org.plateaubench.spi.Plugin");
        Files.createDirectories(service.getParent());
        Files.writeString(service, pluginClass, StandardCharsets.UTF_8);
        pack(
                classes,
                Files.createDirectories(folder.resolve("plugins").resolve(id)).resolve(id + ".jar"),
                new Manifest());
    }

    /** The environment in which Plateau finds the plugins of a test's folder. */
    static Map<String, String> environment(Path folder) {
        return Map.of("PLATEAU_PLUGINS", folder.resolve("plugins").toString());
    }

    static Path jarIn(Path folder, String name) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Compiles files into a folder, which is returned. */
    static Path compile(Path classes, List<Path> files, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(
                List.of("-nowarn", "-d", Files.createDirectories(classes).toString()));
        files.forEach(file -> arguments.add(file.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    /** Packs a folder into a jar, which is returned. */
    static Path pack(Path classes, Path jar, Manifest manifest) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }
}
