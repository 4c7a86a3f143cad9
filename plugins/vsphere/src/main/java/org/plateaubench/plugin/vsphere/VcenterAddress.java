// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.operations.InfrastructureOperation;
import org.plateaubench.plugin.vsphere.operations.Platform;
import org.plateaubench.plugin.vsphere.operations.PlatformAddress;
import org.plateaubench.process.UsedServiceType;
import org.plateaubench.spi.SutServiceType;

/** The address of a vCenter Server, as it is sent to agents. Immutable; any thread. */
public final class VcenterAddress implements PlatformAddress {
    public static final String SERVICE = "vcenter";

    /**
     * The server with its workload. The default mix contains the four operations of VMmark's infrastructure load
     * (VMware's blog on VMmark 3): vMotion, Storage vMotion, both at once, and deployment of a clone.
     */
    public static final Platform PLATFORM = new Platform(
            "operations",
            "Migrations, clones, power cycles and snapshots of machines by a vCenter Server.",
            SERVICE,
            VcenterAddress::new,
            EnumSet.complementOf(EnumSet.of(InfrastructureOperation.PAUSE, InfrastructureOperation.RESUME)).stream()
                    .toList(),
            List.of(
                    InfrastructureOperation.VMOTION,
                    InfrastructureOperation.STORAGE_VMOTION,
                    InfrastructureOperation.XVMOTION),
            "by its own clock");

    /** Separates names; names of objects and counters do not contain line breaks. */
    private static final String SEPARATOR = "\n";

    private final SutAddress sut;

    public VcenterAddress(SutAddress sut) {
        this.sut = sut;
    }

    /** A vCenter Server, which is always external. */
    public static SutServiceType<VcenterParameters> serviceType() {
        return new UsedServiceType<>(
                SERVICE,
                "VMware vCenter Server, external: its hosts, machines and datastores",
                VcenterParameters.class,
                VcenterParameters::check,
                given -> new Platform.Service(
                        "the vCenter Server at " + given.parameters().url(),
                        given.name(),
                        new VcenterAddress(of(given.name(), given.parameters()))));
    }

    static SutAddress of(String name, VcenterParameters parameters) {
        return new SutAddress(
                name,
                SERVICE,
                Map.of(
                        "url", parameters.url(),
                        "user", parameters.user(),
                        "password", parameters.password(),
                        "fingerprint", parameters.fingerprint(),
                        "machines", String.join(SEPARATOR, parameters.machines()),
                        "counters", String.join(SEPARATOR, parameters.counters())));
    }

    @Override
    public String place() {
        return sut.property("url");
    }

    /** Names of machines for telemetry, where * matches any characters. */
    public List<String> machines() {
        return list("machines");
    }

    /** Names of counters for telemetry; empty for the usual ones. */
    public List<String> counters() {
        return list("counters");
    }

    private List<String> list(String key) {
        String joined = sut.properties().getOrDefault(key, "");
        return joined.isEmpty() ? List.of() : List.of(joined.split(SEPARATOR, -1));
    }

    @Override
    public VcenterSession session(Duration limit) {
        return new VcenterSession(sut, limit);
    }

    @Override
    public SutAddress seen(String instance) {
        return sut;
    }
}
