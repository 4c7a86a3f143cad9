// SPDX-License-Identifier: Apache-2.0

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds the classes of the compiler's plugins, each of which is loaded once in the lifetime of a JVM: the compiler makes a class
 * loader for each compilation, of which a build from nothing has seventy, and its JVM then loads, verifies and compiles three
 * thousand classes of Error Prone again.
 *
 * <p>{@code ./verify} compiles this class, puts it on the boot class path of Maven's JVM, where the compiler finds it, and
 * names it to the compiler ({@code -XDprocloader}, docs/adr/0113). Any thread.
 */
public final class SharedCheckers extends ClassLoader {
    private static final Map<List<String>, ClassLoader> LOADED = new ConcurrentHashMap<>();

    /**
     * The loader, as the compiler creates it.
     *
     * @param path jars of the plugins
     * @param parent loader of the compiler
     */
    public SharedCheckers(URL[] path, ClassLoader parent) {
        super(LOADED.computeIfAbsent(
                Stream.of(path).map(URL::toString).toList(), jars -> new URLClassLoader(path, parent)));
    }
}
