// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.host.HostIdentity;
import org.plateaubench.engine.config.rig.RigSpec;
import org.plateaubench.engine.store.StoredCalibration;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginJar;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.host.HostFactsReader;
import org.plateaubench.spi.SutServiceType;

/**
 * The environment in which a run was made: hosts, versions, digests, settings. Secrets are left out.
 *
 * @param capturedAt when it was captured
 * @param plateau version of this program
 * @param hosts the controller's host, with the agents that run on it; what is known of agents elsewhere is in the events
 * @param calibrations calibrations of the hosts by agent
 * @param jvm the JVM of the controller
 * @param plugins installed plugins
 * @param suts version and settings of each SUT, by name
 */
record Environment(
        Instant capturedAt,
        ProgramBuild plateau,
        List<Host> hosts,
        Object calibrations,
        Jvm jvm,
        List<Plugin> plugins,
        Map<String, Object> suts) {
    /** Read once: a commit or a build meanwhile does not change the program that runs. */
    private static final ProgramBuild PROGRAM =
            ProgramBuild.of(Installation.version(), System.getProperty("plateau.home"));

    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(password|passwd|secret|token|credential|key).*");

    /** A host with its agents and its settings. */
    record Host(
            String name,
            List<String> agents,
            String operatingSystem,
            String kernel,
            String architecture,
            String cpuModel,
            int cores,
            @Nullable Long memoryBytes,
            Map<String, Object> settings) {
        static Host ofThisHost(List<String> agents) {
            HostIdentity host = HostIdentity.ofThisHost();
            return new Host(
                    host.name(),
                    agents,
                    host.operatingSystem(),
                    host.kernel(),
                    host.architecture(),
                    host.cpuModel(),
                    host.cores(),
                    host.memoryBytes(),
                    HostFactsReader.ofThisHost().toTree());
        }
    }

    /** A JVM; its flags are without secrets. */
    record Jvm(String vendor, String version, String name, List<String> flags, long maxHeapBytes) {
        static Jvm ofThisProcess() {
            RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
            return new Jvm(
                    runtime.getVmVendor(),
                    Runtime.version().toString(),
                    runtime.getVmName(),
                    runtime.getInputArguments().stream()
                            .map(Environment::withoutSecret)
                            .toList(),
                    Runtime.getRuntime().maxMemory());
        }
    }

    /** A plugin with the digests of its jars, and the names of its SUT services. */
    record Plugin(
            String id,
            String version,
            List<PluginJar> jars,
            @JsonInclude(Include.NON_EMPTY) List<String> services) {
        static Plugin of(LoadedPlugin plugin) {
            return new Plugin(
                    plugin.id(),
                    plugin.version(),
                    plugin.jars().stream()
                            .map(jar -> new PluginJar(jar.name(), jar.sha256().toLowerCase(Locale.ROOT)))
                            .toList(),
                    plugin.sutServices().stream().map(SutServiceType::name).toList());
        }
    }

    /** The program that runs. */
    static ProgramBuild program() {
        return PROGRAM;
    }

    /**
     * This host as controller, and as the host of those of the given agents that run on it.
     *
     * @param suts version and settings of each SUT, by name
     * @param calibrations calibrations of the agents' hosts, by name of the agent
     */
    static Environment capture(
            PluginCatalog catalog,
            List<String> agents,
            Map<String, Object> suts,
            Map<String, Calibration> calibrations,
            Instant now) {
        return new Environment(
                now,
                PROGRAM,
                List.of(Host.ofThisHost(agents.stream().filter(RigSpec::isLocal).toList())),
                StoredCalibration.of(calibrations),
                Jvm.ofThisProcess(),
                catalog.plugins().stream().map(Plugin::of).toList(),
                suts);
    }

    /** A flag unchanged, unless its name suggests that its value is secret. */
    static String withoutSecret(String flag) {
        int equals = flag.indexOf('=');
        return equals > 0 && SECRET_NAME.matcher(flag.substring(0, equals)).matches()
                ? flag.substring(0, equals) + "=***"
                : flag;
    }
}
