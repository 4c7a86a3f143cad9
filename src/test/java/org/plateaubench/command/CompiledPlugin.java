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
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A partner's plugin, which is compiled from its sources against the api only, packed, and installed where Plateau
 * finds it.
 */
final class CompiledPlugin {
    private final Path plugins;
    private final String id;
    private final Path classes;

    /**
     * A plugin that is not built yet.
     *
     * @param folder folder of the test
     * @param id id of the plugin, and name of its folder
     */
    CompiledPlugin(Path folder, String id) throws IOException {
        this.plugins = folder.resolve("plugins");
        this.id = id;
        this.classes = Files.createDirectories(folder.resolve("classes-" + id));
    }

    /** Compiles every source of a folder, packs the classes, and installs the jar. */
    void install(Path sources, String pluginClass) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-nowarn", "-cp", api().toString(), "-d", classes.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> arguments.add(file.toString()));
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        pack(Files.createDirectories(plugins.resolve(id)).resolve(id + ".jar"), pluginClass);
    }

    private void pack(Path jar, String pluginClass) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
            out.putNextEntry(new JarEntry("META-INF/services/org.plateaubench.spi.Plugin"));
            out.write(pluginClass.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The environment in which Plateau finds the plugins of a test's folder. */
    static Map<String, String> environment(Path folder) {
        return Map.of("PLATEAU_PLUGINS", folder.resolve("plugins").toString());
    }

    private static Path api() throws IOException {
        try (Stream<Path> lib = Files.list(LaunchedPlateau.home().resolve("distribution/target/plateau/lib"))) {
            return lib.filter(jar -> jar.getFileName().toString().startsWith("plateau-api-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
