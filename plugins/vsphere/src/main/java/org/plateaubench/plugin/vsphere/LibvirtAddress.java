// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.operations.InfrastructureOperation;
import org.plateaubench.plugin.vsphere.operations.Platform;
import org.plateaubench.plugin.vsphere.operations.PlatformAddress;
import org.plateaubench.process.UsedServiceType;
import org.plateaubench.spi.SutServiceType;

/** The address of a libvirt daemon, as it is sent to agents. Immutable; any thread. */
public final class LibvirtAddress implements PlatformAddress {
    public static final String SERVICE = "libvirt";

    public static final Platform PLATFORM = new Platform(
            "libvirt",
            "Clones, power cycles, pauses and snapshots of machines by a libvirt daemon.",
            SERVICE,
            LibvirtAddress::new,
            EnumSet.range(InfrastructureOperation.CLONE, InfrastructureOperation.RESUME).stream()
                    .toList(),
            List.of(
                    InfrastructureOperation.POWER_OFF,
                    InfrastructureOperation.TAKE_SNAPSHOT,
                    InfrastructureOperation.PAUSE),
            "by the client's clock, as libvirt measures no time");

    private final SutAddress sut;

    public LibvirtAddress(SutAddress sut) {
        this.sut = sut;
    }

    /** A libvirt daemon, which is always external. */
    public static SutServiceType<LibvirtParameters> serviceType() {
        return new UsedServiceType<>(
                SERVICE,
                "libvirt daemon, external: the machines of its host and their storage pools",
                LibvirtParameters.class,
                LibvirtParameters::check,
                given -> new Platform.Service(
                        "the libvirt daemon at " + given.parameters().socket(),
                        given.name(),
                        new LibvirtAddress(of(given.name(), given.parameters()))));
    }

    static SutAddress of(String name, LibvirtParameters parameters) {
        return new SutAddress(name, SERVICE, Map.of("socket", parameters.socket(), "driver", parameters.driver()));
    }

    /** Returns the address with the host of the daemon, which agents then require. */
    @Override
    public SutAddress seen(String host) {
        Map<String, String> properties = new HashMap<>(sut.properties());
        properties.put(LibvirtSession.HOST, host);
        return new SutAddress(sut.name(), sut.service(), properties);
    }

    @Override
    public String place() {
        return sut.property("driver") + " at " + sut.property("socket");
    }

    @Override
    public LibvirtSession session(Duration limit) {
        return new LibvirtSession(sut, new Virsh(uri()), limit);
    }

    private String uri() {
        String socket = URLEncoder.encode(sut.property("socket"), StandardCharsets.UTF_8)
                .replace("+", "%20");
        return sut.property("driver").replaceFirst(":", "+unix:") + "?socket=" + socket;
    }
}
