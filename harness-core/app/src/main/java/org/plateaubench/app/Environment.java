// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunController;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.LoadedPlugin.PluginJar;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.Sha256;
import org.plateaubench.measure.host.HostFacts;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.spi.SutServiceType;

/** Reads what a run is carried out with: program, host, JVM and plugins. */
public final class Environment {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";
    /** This program; read once, because a build in the meantime does not change the running program. */
    private static final RunEnvironment.Program PROGRAM =
            program(Installation.version(), System.getProperty("plateau.home"));

    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(password|passwd|secret|token|credential|key).*");

    private Environment() {}

    static RunEnvironment.Program program() {
        return PROGRAM;
    }

    /** The environment of a run; its host is this one, with the agents that run on it. */
    static RunEnvironment capture(
            PluginCatalog catalog, RunPlan plan, RunController.EnvironmentFacts found, Instant now) {
        return new RunEnvironment(
                now,
                PROGRAM,
                List.of(host(
                        plan.agents().stream().filter(RigSpec::isLocal).toList(),
                        HostFacts.ofThisHost().settings())),
                new TreeMap<>(found.calibrations()),
                thisJvm(),
                plugins(catalog, plan),
                found.suts(),
                found.data(),
                found.programs());
    }

    private static RunEnvironment.Program program(String version, @Nullable String home) {
        return new RunEnvironment.Program(version, home == null ? null : digest(Path.of(home)));
    }

    /** The identity of this host, apart from its current load, with the given agents and settings. */
    public static RunEnvironment.Host host(List<String> agents, Map<String, Object> settings) {
        return new RunEnvironment.Host(
                RunningHost.nameOr(UNKNOWN),
                agents,
                system(),
                System.getProperty("os.version", UNKNOWN),
                System.getProperty("os.arch", UNKNOWN),
                model(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                        ? Long.valueOf(system.getTotalMemorySize())
                        : null,
                settings);
    }

    private static String system() {
        String name = valueIn(Path.of("/etc/os-release"), "PRETTY_NAME", "=");
        return name == null ? System.getProperty("os.name", UNKNOWN) : name.replace("\"", "");
    }

    private static String model() {
        String model = valueIn(CPU_INFO, "model name", ":");
        return model == null ? UNKNOWN : model;
    }

    private static @Nullable String valueIn(Path file, String key, String separator) {
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                int at = line.indexOf(separator);
                if (at > 0 && line.substring(0, at).strip().equals(key)) {
                    return line.substring(at + 1).strip();
                }
            }
        } catch (IOException e) {
            // The file does not exist on other systems.
            return null;
        }
        return null;
    }

    private static RunEnvironment.Jvm thisJvm() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        return new RunEnvironment.Jvm(
                runtime.getVmVendor(),
                Runtime.version().toString(),
                runtime.getVmName(),
                runtime.getInputArguments().stream()
                        .map(Environment::withoutSecret)
                        .toList(),
                Runtime.getRuntime().maxMemory());
    }

    static List<RunEnvironment.Plugin> plugins(PluginCatalog catalog, RunPlan plan) {
        return catalog.plugins().stream()
                .filter(plan::uses)
                .map(Environment::plugin)
                .toList();
    }

    private static RunEnvironment.Plugin plugin(LoadedPlugin plugin) {
        return new RunEnvironment.Plugin(
                plugin.id(),
                plugin.version(),
                plugin.jars().stream()
                        .map(jar -> new PluginJar(jar.name(), jar.sha256().toLowerCase(Locale.ROOT)))
                        .toList(),
                plugin.sutServices().stream().map(SutServiceType::name).toList());
    }

    static String withoutSecret(String flag) {
        int equals = flag.indexOf('=');
        return equals > 0 && SECRET_NAME.matcher(flag.substring(0, equals)).matches()
                ? flag.substring(0, equals) + "=***"
                : flag;
    }

    /** SHA-256 over the sorted names and digests of the jars; null without jars or if they cannot be read. */
    static @Nullable String digest(Path home) {
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted(Comparator.comparing(file -> String.valueOf(file.getFileName())))
                    .toList();
            if (jars.isEmpty()) {
                return null;
            }
            MessageDigest digest = Sha256.newDigest();
            for (Path jar : jars) {
                String line = jar.getFileName() + " " + Sha256.of(jar) + "\n";
                digest.update(line.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            return null;
        }
    }
}
