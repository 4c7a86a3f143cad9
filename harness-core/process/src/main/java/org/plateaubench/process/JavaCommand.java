// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.api.KeyedRandom;

/**
 * Command lines for a child JVM of the same Java as this one. The system property {@code plateau.sut.javaOptions} of
 * this JVM adds options to each of them; these come last and so take precedence. The environment record of a run
 * contains the property. Stateless and thread-safe.
 */
public final class JavaCommand {
    private static final String FURTHER_OPTIONS = "plateau.sut.javaOptions";

    private JavaCommand() {}

    /** Runs a main class; the class path is exactly the jars of that class, the given classes and this module. */
    public static List<String> of(
            Class<?> main, List<Class<?>> libraries, List<String> javaOptions, List<String> arguments) {
        Set<Path> classPath = new LinkedHashSet<>();
        Stream.concat(Stream.of(main, JavaCommand.class), libraries.stream())
                .map(JavaCommand::origin)
                .forEach(classPath::add);
        return of(main.getName(), List.copyOf(classPath), javaOptions, arguments);
    }

    public static List<String> of(String main, List<Path> classPath, List<String> javaOptions, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        Stream.of(System.getProperty(FURTHER_OPTIONS, "").split(" "))
                .filter(option -> !option.isBlank())
                .forEach(command::add);
        command.add("-cp");
        command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(main);
        command.addAll(arguments);
        return List.copyOf(command);
    }

    /** A command line that runs a main class with all jars of its plugin. */
    public static List<String> ofPlugin(Class<?> main, List<String> javaOptions, List<String> arguments) {
        List<Path> jars = new ArrayList<>();
        if (main.getClassLoader() instanceof URLClassLoader plugin) {
            for (URL url : plugin.getURLs()) {
                jars.add(Path.of(URI.create(url.toString())));
            }
        } else {
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Path::of)
                    .forEach(jars::add);
        }
        jars.add(origin(KeyedRandom.class));
        return of(main.getName(), jars, javaOptions, arguments);
    }

    public static List<String> heap(int mebibytes) {
        return List.of(
                "-Xms" + mebibytes + "m",
                "-Xmx" + mebibytes + "m",
                // Set explicitly, since the JVM would choose by the size of the host.
                "-XX:+UseG1GC",
                // A server that has lost a thread to a failed allocation can no longer be measured.
                "-XX:+ExitOnOutOfMemoryError");
    }

    public static Path origin(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IllegalArgumentException(type + " was not loaded from a jar or folder");
        }
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(type + " was loaded from " + source.getLocation(), e);
        }
    }
}
