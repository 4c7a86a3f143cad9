// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Third-party programs that tests run, and that {@code ./verify --all} installs below {@code .plateau}. */
final class ToolPrograms {
    private static final Path INSTALLED = LaunchedPlateau.home().resolve(".plateau");
    private static final Path JARS = INSTALLED.resolve("jars");
    private static final Path TREE = INSTALLED.resolve("debian/lua");
    private static final Path NETPERF = INSTALLED.resolve("debian/netperf/usr/bin");

    private ToolPrograms() {}

    /** The environment in which they are found. */
    static Map<String, String> environment() {
        return Map.of(
                "PLATEAU_JAVA_OPTIONS",
                "",
                "PATH",
                String.join(File.pathSeparator, NETPERF.toString(), "/usr/bin", System.getenv("PATH")),
                "SOURCE_TREE",
                TREE.toString(),
                "HADOOP_LIB",
                JARS.toString());
    }

    /** Skips a test if the program of a run file or a study is not installed. */
    static void assumeInstalled(String name) throws IOException, InterruptedException {
        boolean isInstalled = switch (name) {
            case "netperf" -> Files.isExecutable(NETPERF.resolve("netperf"));
            case "compile", "kernel-compile" -> Files.exists(TREE.resolve("Makefile"));
            case "terasort", "jmh" -> Files.exists(JARS);
            case "training" ->
                new ProcessBuilder("/usr/bin/python3", "-c", "import torch")
                                .start()
                                .waitFor()
                        == 0;
            default -> true;
        };
        assumeTrue(isInstalled, "./verify --all could not install what " + name + " needs");
    }

    /** A jar with a benchmark of JMH. */
    static Path benchmarks(Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Sum.java"), """
                package bench;
                public class Sum {
                    @org.openjdk.jmh.annotations.Benchmark
                    public long sum() { return System.nanoTime() + 1; }
                }
                """);
        List<Path> jars;
        try (Stream<Path> all = Files.list(JARS)) {
            jars = all.filter(jar -> String.valueOf(jar.getFileName()).matches("(jmh|jopt|commons-math3).*jar"))
                    .toList();
        }
        String path = String.join(
                File.pathSeparator, jars.stream().map(Path::toString).toList());
        // For the system's Java, which may be an older version.
        Path classes = CompiledJar.compile(
                folder.resolve("classes"), List.of(source), "--release", "17", "-proc:full", "-cp", path);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.openjdk.jmh.Main");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        String.join(
                                " ",
                                jars.stream().map(jar -> jar.toUri().toString()).toList()));
        return CompiledJar.pack(classes, folder.resolve("benchmarks.jar"), manifest);
    }
}
