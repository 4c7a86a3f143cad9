// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.compiler;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * The files of a compilation, with one class loader of checkers for all compilations of this JVM that name the same jars in the same
 * order: else each would load, verify, interpret and compile some thousand classes again. What a checker knows of a compilation it
 * keeps in the compilation's own context.
 */
final class KeptCheckers extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private static final ConcurrentMap<List<Path>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    KeptCheckers(StandardJavaFileManager files) {
        super(files);
    }

    @Override
    public ClassLoader getClassLoader(Location location) {
        if (location != StandardLocation.ANNOTATION_PROCESSOR_PATH || !fileManager.hasLocation(location)) {
            return super.getClassLoader(location);
        }
        List<Path> jars = new ArrayList<>();
        fileManager.getLocationAsPaths(location).forEach(jars::add);
        return LOADERS.computeIfAbsent(jars, Checkers::of);
    }

    /** The compiler closes the class loader of its checkers when it ends; this one stays open. */
    private static final class Checkers extends URLClassLoader {
        private Checkers(URL[] jars) {
            super(jars, ClassLoader.getSystemClassLoader());
        }

        static Checkers of(List<Path> jars) {
            URL[] addresses = new URL[jars.size()];
            for (int i = 0; i < addresses.length; i++) {
                try {
                    addresses[i] = jars.get(i).toUri().toURL();
                } catch (MalformedURLException e) {
                    throw new IllegalArgumentException(e);
                }
            }
            return new Checkers(addresses);
        }

        @Override
        public void close() {
            // The JVM's end does.
        }
    }
}
