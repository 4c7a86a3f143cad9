// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SpiVersion;

/** Loads the plugin of one folder. Every failure becomes a {@link PluginRefused} with a sentence. */
final class PluginFolder {
    static {
        PluginExit.watch();
    }

    private final Path folder;
    private final String id;

    PluginFolder(Path folder) {
        this.folder = folder;
        this.id = folder.getFileName().toString();
    }

    /** Folders whose names begin with a dot are used while plugins are installed. */
    static boolean isPluginFolder(Path path) {
        return Files.isDirectory(path) && !path.getFileName().toString().startsWith(".");
    }

    String id() {
        return id;
    }

    static final class PluginRefused extends Exception {
        private static final long serialVersionUID = 1L;

        PluginRefused(String message) {
            super(message);
        }

        PluginRefused(String message, Throwable cause) {
            super(message, cause);
        }
    }

    LoadedPlugin open(List<PluginClassLoader> loaders) throws PluginRefused {
        List<Path> jars = jars();
        if (jars.isEmpty()) {
            throw new PluginRefused("folder " + folder + " holds no jar");
        }
        for (Path jar : jars) {
            check(jar);
        }
        PluginClassLoader loader = loader(jars);
        try {
            LoadedPlugin plugin = PluginCall.query("Loading", loader, () -> load(loader, jars));
            loaders.add(loader);
            return plugin;
        } catch (PluginCall.Failure e) {
            PluginRefused refused = e.getCause() instanceof PluginRefused known ? known : refused(e);
            try {
                loader.close();
            } catch (IOException notClosed) {
                refused.addSuppressed(notClosed);
            }
            throw refused;
        }
    }

    private PluginClassLoader loader(List<Path> jars) throws PluginRefused {
        try {
            return new PluginClassLoader(id, jars, PluginFolder.class.getClassLoader());
        } catch (IOException e) {
            throw new PluginRefused("cannot be opened: " + e.getMessage(), e);
        }
    }

    private static PluginRefused refused(PluginCall.Failure failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof RuntimeException
                || cause instanceof LinkageError
                || cause instanceof ServiceConfigurationError) {
            String message = ShownText.of(String.valueOf(cause));
            return new PluginRefused("cannot be loaded: " + message + PluginOrigin.ofThrown(message, cause), failure);
        }
        return new PluginRefused("cannot be loaded: " + failure.describe(), failure);
    }

    private LoadedPlugin load(PluginClassLoader loader, List<Path> jars) throws PluginRefused {
        List<Plugin> found = new ArrayList<>();
        ServiceLoader.load(Plugin.class, loader).forEach(found::add);
        if (found.isEmpty()) {
            throw new PluginRefused(
                    "no jar in " + folder + " names a plugin in META-INF/services/" + Plugin.class.getName());
        }
        if (found.size() > 1) {
            List<String> names =
                    found.stream().map(plugin -> plugin.getClass().getName()).toList();
            throw new PluginRefused("folder " + folder + " holds more than one plugin: " + String.join(", ", names));
        }
        LoadedPlugin plugin = LoadedPlugin.of(found.getFirst(), Optional.of(folder), jars);
        if (!id.equals(plugin.id())) {
            throw new PluginRefused("folder " + folder + " holds a plugin of the id '" + plugin.id()
                    + "'; folder and id must be the same");
        }
        return plugin;
    }

    private List<Path> jars() throws PluginRefused {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new PluginRefused("folder " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Checks that a jar can be opened, because a class loader would silently skip a broken one. */
    private static void check(Path jar) throws PluginRefused {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String spi = manifest == null ? null : manifest.getMainAttributes().getValue(SpiVersion.ATTRIBUTE);
            if (spi != null) {
                checkSpi(jar.getFileName().toString(), spi);
            }
        } catch (IOException e) {
            throw new PluginRefused(jar.getFileName() + " is not a readable jar: " + e.getMessage(), e);
        }
    }

    private static void checkSpi(String jar, String named) throws PluginRefused {
        SpiVersion version;
        try {
            version = SpiVersion.parse(named);
        } catch (IllegalArgumentException e) {
            throw new PluginRefused("the manifest of " + jar + ": " + e.getMessage(), e);
        }
        if (!SpiVersion.CURRENT.supports(version)) {
            boolean isOlder = version.major() < SpiVersion.CURRENT.major();
            throw new PluginRefused(
                    jar + " was compiled against the " + (isOlder ? "older" : "newer") + " plugin interface "
                            + version + ", and this Plateau has " + SpiVersion.CURRENT + ": "
                            + (isOlder
                                    ? "compile the plugin against the jars of this Plateau"
                                    : "install a newer Plateau, or compile the plugin against the jars of this one"));
        }
    }
}
