// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads one plugin: its own jars, the platform, and of the host only the packages that plugins and host share. The
 * host's libraries are invisible, so a plugin may bring another version of any of them.
 */
final class PluginClassLoader extends URLClassLoader {
    private static final List<String> SHARED =
            List.of("org.plateaubench.api.", "org.plateaubench.spi.", "org.jspecify.", "org.apiguardian.");

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader host;

    PluginClassLoader(String id, List<URL> jars, ClassLoader host) {
        super("plugin-" + id, jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        this.host = host;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (SHARED.stream().anyMatch(name::startsWith)) {
            return host.loadClass(name);
        }
        return super.loadClass(name, resolve);
    }
}
