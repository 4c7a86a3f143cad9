// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads one plugin: its own jars, the platform, and only those packages of the host that plugins and host share. The
 * host's libraries are invisible, so a plugin may bring another version of any of them. Thread-safe.
 */
public final class PluginClassLoader extends URLClassLoader {
    private static final List<String> SHARED =
            List.of("org.plateaubench.api.", "org.plateaubench.spi.", "org.jspecify.", "org.apiguardian.");

    static {
        registerAsParallelCapable();
    }

    private final String id;
    private final ClassLoader host;
    private volatile boolean hasPrinted;

    public PluginClassLoader(String id, List<Path> jars, ClassLoader host) throws IOException {
        super(PluginOrigin.LOADER_PREFIX + id, urls(jars), ClassLoader.getPlatformClassLoader());
        this.id = id;
        this.host = host;
        // This opens every jar, so that classes can be loaded even when another version replaces the files.
        findResource("META-INF/absent");
    }

    private static URL[] urls(List<Path> jars) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return urls;
    }

    String id() {
        return id;
    }

    void setPrinted() {
        hasPrinted = true;
    }

    boolean hasPrinted() {
        return hasPrinted;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return SHARED.stream().anyMatch(name::startsWith) ? host.loadClass(name) : super.loadClass(name, resolve);
    }
}
