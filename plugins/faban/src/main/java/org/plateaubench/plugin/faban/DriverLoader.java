// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads the classes of a driver from its jars. It also gives access to the Java platform and, of Plateau, only to
 * Faban's programming interface.
 */
final class DriverLoader extends URLClassLoader {
    static final String INTERFACE = "com.sun.faban.";

    static {
        registerAsParallelCapable();
    }

    /** Creates a loader of the jars of a driver. */
    DriverLoader(List<Path> jars) throws MalformedURLException {
        // By this name the harness attributes a stack frame to the driver.
        super("plugin-faban-driver", urls(jars), DriverLoader.class.getClassLoader());
    }

    private static URL[] urls(List<Path> jars) throws MalformedURLException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? found(name) : known;
        }
    }

    private Class<?> found(String name) throws ClassNotFoundException {
        if (name.startsWith(INTERFACE)) {
            try {
                return getParent().loadClass(name);
            } catch (ClassNotFoundException e) {
                return findClass(name);
            }
        }
        try {
            return getPlatformClassLoader().loadClass(name);
        } catch (ClassNotFoundException e) {
            return findClass(name);
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? getPlatformClassLoader().getResource(name) : own;
    }
}
