// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.PinnedCertificate;
import org.plateaubench.http.address.ServiceAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

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
                description = "SHA-256 fingerprint of the server's certificate. If set, only this certificate is"
                        + " accepted. Empty for the JVM's trust store.",
                defaultValue = "")
        String fingerprint,

        ClientCertificate certificate,

        @Parameter(
                description = "Names of the machines whose telemetry is read in addition to that of the hosts; *"
                        + " matches any characters",
                defaultValue = "[]")
        List<String> machines) {
    /** Separates names, which do not contain line breaks. */
    static final String SEPARATOR = "\n";

    /** A vCenter Server, which is always external. */
    public static SutServiceType<VcenterParameters> serviceType() {
        return new WorkloadServiceType<>(
                Platform.VCENTER.service(),
                "VMware vCenter Server, external: its hosts, machines and datastores",
                VcenterParameters.class,
                VcenterParameters::check,
                context -> new PlatformAddress.Service(
                        "the vCenter Server",
                        new PlatformAddress(
                                Platform.VCENTER, context.parameters().address(context.name()))));
    }

    private SutAddress address(String name) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "url", url,
                "user", user,
                "password", password,
                "fingerprint", fingerprint,
                "machines", String.join(SEPARATOR, machines)));
        properties.putAll(certificate.properties());
        return new SutAddress(name, Platform.VCENTER.service(), properties);
    }

    private List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = ModeKeys.externalOnly(mode, "vCenter Server");
        if (!SutServiceType.isReference(url) && SoapConnection.api(url).isEmpty()) {
            findings.add(ServiceAddress.problem(url, "a vCenter Server"));
        }
        PinnedCertificate.problem(fingerprint).ifPresent(findings::add);
        findings.addAll(certificate.check(true));
        return findings;
    }

    @Override
    public String toString() {
        return "VcenterParameters[url=" + url + ", user=" + user + ", machines=" + machines + "]";
    }
}
