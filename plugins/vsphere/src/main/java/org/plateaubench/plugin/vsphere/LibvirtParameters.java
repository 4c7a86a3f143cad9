// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

public record LibvirtParameters(
        @Parameter(
                description =
                        "Socket on the hosts of the controller and of every agent, such as /run/libvirt/libvirt-sock, by which all"
                                + " of them reach the same libvirt daemon; ssh can forward it from another host",
                defaultValue = "required",
                reach = Reach.FILE)
        String socket,

        @Parameter(
                description = "Driver that the daemon opens, such as qemu:///system or qemu:///session",
                defaultValue = "qemu:///system")
        String driver) {
    /**
     * A driver on the daemon's own host; with a transport or a host, it would start programs or connect to another
     * daemon.
     */
    private static final Pattern OWN_HOST = Pattern.compile("[a-z]+:///[a-z]*");

    /** A libvirt daemon, which is always external. */
    static SutServiceType<LibvirtParameters> serviceType() {
        return new WorkloadServiceType<>(
                Platform.LIBVIRT.service(),
                "libvirt daemon, external: the machines of its host and their storage pools",
                LibvirtParameters.class,
                LibvirtParameters::check,
                sut -> new PlatformAddress.Service(
                        "the libvirt daemon",
                        new PlatformAddress(Platform.LIBVIRT, sut.parameters().address(sut.name()))));
    }

    /** Returns the SUT's address, whose {@code url} is a libvirt connection URI. */
    public SutAddress address(String name) {
        String path = URLEncoder.encode(socket, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
        String url = driver.replaceFirst(":", "+unix:") + "?socket=" + path;
        return new SutAddress(name, Platform.LIBVIRT.service(), Map.of("url", url));
    }

    private List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = ModeKeys.externalOnly(mode, "libvirt daemon");
        if (!socket.startsWith("/") && !SutServiceType.isReference(socket)) {
            findings.add(Finding.problem(
                            "'" + socket + "' is not an absolute path of a socket.",
                            "Write one such as /run/libvirt/libvirt-sock.")
                    .about("socket"));
        }
        if (!OWN_HOST.matcher(driver).matches() && !SutServiceType.isReference(driver)) {
            findings.add(Finding.problem(
                            "'" + driver + "' is not a driver of the daemon's own host.",
                            "Write one such as qemu:///system.")
                    .about("driver"));
        }
        return findings;
    }
}
