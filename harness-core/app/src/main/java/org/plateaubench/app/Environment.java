// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.app.host.HostIdentity;
import org.plateaubench.engine.store.StoredCalibration;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginJar;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.host.HostFactsReader;

/** The environment in which a run was made: hosts, versions, digests, settings. Secrets are left out. */
final class Environment {
    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(password|passwd|secret|token|credential|key).*");

    private Environment() {}

    /**
     * This host as controller and as the host of the given agents.
     *
     * @param suts version and settings of each SUT, by name
     * @param calibrations calibrations of the agents' hosts, by name of the agent
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
        tree.put(StoredCalibration.KEY, StoredCalibration.of(calibrations));
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
        HostIdentity host = HostIdentity.ofThisHost();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", host.name());
        tree.put("agents", agents);
        tree.put("operatingSystem", host.operatingSystem());
        tree.put("kernel", host.kernel());
        tree.put("architecture", host.architecture());
        tree.put("cpuModel", host.cpuModel());
        tree.put("cores", host.cores());
        if (host.memoryBytes() != null) {
            tree.put("memoryBytes", host.memoryBytes());
        }
        tree.put("settings", HostFactsReader.ofThisHost().toTree());
        return tree;
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

    /** A flag unchanged, unless its name suggests that its value is secret. */
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
