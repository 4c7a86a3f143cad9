// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.plateaubench.app.Installation;
import org.plateaubench.app.KeptSut;
import org.plateaubench.app.SutKeeper;
import org.plateaubench.cli.Start;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;

/** Starts the command line with plugins of the class path. */
public final class TestLauncher {
    private TestLauncher() {}

    /**
     * Returns the command, with an installation in a folder.
     *
     * @param plugins classes of the libraries of each plugin, that of the plugin first
     */
    @SafeVarargs
    public static List<String> command(Path folder, List<Class<?>>... plugins) throws IOException {
        Path home = folder.resolve("home");
        for (List<Class<?>> libraries : plugins) {
            List<Class<?>> all = new ArrayList<>(libraries);
            all.add(org.plateaubench.process.Ports.class);
            all.add(org.plateaubench.http.HttpConnection.class);
            Path plugin = Files.createDirectories(home.resolve("plugins").resolve(name(libraries.getFirst())));
            for (Class<?> type : all) {
                jar(type, plugin.resolve(type.getSimpleName() + ".jar"));
            }
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dplateau.home=" + home,
                "-cp",
                classPath(),
                Start.class.getName());
    }

    /** The name of a plugin's folder. */
    private static String name(Class<?> plugin) {
        return plugin.getSimpleName().replaceFirst("Plugin$", "").toLowerCase(Locale.ROOT);
    }

    /** Stops the SUTs that are still running in the folder of a test. */
    public static void stopSuts(Path folder) throws Exception {
        Path suts = folder.resolve("suts");
        try (Installation installation = Installation.of(PluginCatalog.of(new ProvingPlugin()))) {
            for (KeptSut kept : KeptSut.all(suts)) {
                new SutKeeper(installation, suts).stop(kept.name());
            }
        }
    }

    /** The class path of the test. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static void jar(Class<?> type, Path jar) throws IOException {
        Path origin = origin(type);
        if (Files.exists(jar)) {
            return;
        }
        if (Files.isRegularFile(origin)) {
            Files.copy(origin, jar);
            return;
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(origin)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(origin.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
    }

    private static Path origin(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
