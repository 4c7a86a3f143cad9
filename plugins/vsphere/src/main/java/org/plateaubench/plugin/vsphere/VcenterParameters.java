// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.http.address.ServiceAddress;
import org.plateaubench.http.tls.PinnedCertificate;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** Keys of a SUT of service {@code vcenter}. */
public record VcenterParameters(
        @Parameter(
                description = "Address of the vCenter Server, such as https://vcenter.lab",
                defaultValue = "required")
        String url,

        @Parameter(description = "User, such as bench@vsphere.local", defaultValue = "required")
        String user,

        @Parameter(description = "Password", defaultValue = "required", secret = true)
        String password,

        @Parameter(
                description =
                        "SHA-256 fingerprint of the server's certificate, the only one that is then accepted; empty for the"
                                + " certificates that the JVM trusts",
                defaultValue = "")
        String fingerprint,

        @Parameter(
                description = "Names of the machines whose telemetry is read in addition to that of the hosts; *"
                        + " matches any characters",
                defaultValue = "[]")
        List<String> machines,

        @Parameter(
                description = "Counters of the performance manager for hosts and machines; counters that an object"
                        + " does not have are omitted. Empty for processors, memory, disks, network and power",
                defaultValue = "[]")
        List<String> counters) {
    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = ModeKeys.externalOnly(mode, "vCenter Server");
        if (!SutServiceType.isReference(url) && api(url).isEmpty()) {
            findings.add(ServiceAddress.problem(url, "a vCenter Server"));
        }
        PinnedCertificate.problem(fingerprint).ifPresent(findings::add);
        return findings;
    }

    /** Returns the address of the API for the given text; empty if it is not an HTTPS address. */
    static Optional<URI> api(String url) {
        return ServiceAddress.of(url, "/sdk");
    }

    @Override
    public String toString() {
        return "VcenterParameters[url=" + url + ", user=" + user + ", machines=" + machines + "]";
    }
}
