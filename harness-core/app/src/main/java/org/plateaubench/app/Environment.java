// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.CalibrationCodec;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginJar;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.host.HostFactsReader;

/** What is known of the place in which a run was made: hosts, versions, digests, settings. Secrets are left out. */
final class Environment {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(password|passwd|secret|token|credential|key).*");
    private static final String UNKNOWN = "unknown";

    private Environment() {}

    /**
     * This host as controller and host of the agents given.
     *
     * @param suts version and settings of each SUT, by name
     * @param calibrations what the hosts of the agents are worth, by name of the agent
     */
    static Map<String, Object> capture(
            PluginCatalog catalog,
            List<String> agents,
            Map<String, Object> suts,
            Map<String, Calibration> calibrations,
            Instant now) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("capturedAt", now.toString());
        tree.put("plateau", plateau());
        tree.put("hosts", List.of(host(agents)));
        tree.put(CalibrationCodec.KEY, CalibrationCodec.toTree(calibrations));
        tree.put("jvm", jvm());
        tree.put("plugins", catalog.plugins().stream().map(Environment::plugin).toList());
        tree.put("suts", suts);
        return tree;
    }

    private static Map<String, Object> plateau() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", Installation.version());
        tree.put("commit", BuildCommit.find());
        return tree;
    }

    private static Map<String, Object> host(List<String> agents) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", hostName());
        tree.put("agents", agents);
        tree.put("operatingSystem", operatingSystem());
        tree.put("kernel", System.getProperty("os.version", UNKNOWN));
        tree.put("architecture", System.getProperty("os.arch", UNKNOWN));
        tree.put("cpuModel", cpuModel());
        tree.put("cores", Runtime.getRuntime().availableProcessors());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            tree.put("memoryBytes", system.getTotalMemorySize());
        }
        tree.put("settings", HostFactsReader.ofThisHost().toTree());
        return tree;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return UNKNOWN;
        }
    }

    private static String operatingSystem() {
        String name = valueIn(Path.of("/etc/os-release"), "PRETTY_NAME", "=");
        return name == null ? System.getProperty("os.name", UNKNOWN) : name.replace("\"", "");
    }

    private static String cpuModel() {
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
            // Not this kind of system: the value is not known.
            return null;
        }
        return null;
    }

    private static Map<String, Object> jvm() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("vendor", runtime.getVmVendor());
        tree.put("version", Runtime.version().toString());
        tree.put("name", runtime.getVmName());
        tree.put(
                "flags",
                runtime.getInputArguments().stream()
                        .map(Environment::withoutSecret)
                        .toList());
        tree.put("maxHeapBytes", Runtime.getRuntime().maxMemory());
        return tree;
    }

    /** A flag as it is, unless its name says that its value is nobody's business. */
    static String withoutSecret(String flag) {
        int equals = flag.indexOf('=');
        return equals > 0 && SECRET_NAME.matcher(flag.substring(0, equals)).matches()
                ? flag.substring(0, equals) + "=***"
                : flag;
    }

    private static Map<String, Object> plugin(LoadedPlugin plugin) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("id", plugin.id());
        tree.put("version", plugin.version());
        tree.put("jars", plugin.jars().stream().map(Environment::jar).toList());
        return tree;
    }

    private static Map<String, Object> jar(PluginJar jar) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", jar.name());
        tree.put("sha256", jar.sha256().toLowerCase(Locale.ROOT));
        return tree;
    }
}
