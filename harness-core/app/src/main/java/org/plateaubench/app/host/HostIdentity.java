// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.measure.host.RunningHost;

/** Reads the identity of this host, apart from its current load. */
public final class HostIdentity {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";

    private HostIdentity() {}

    public static RunEnvironment.Host ofThisHost(List<String> agents, Map<String, Object> settings) {
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
}
