// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.WorkloadServiceType;

/** The H2 database, embedded in a separate process or run outside the harness. */
public final class H2ServiceType extends WorkloadServiceType<H2Parameters> {
    public H2ServiceType() {
        super(
                Product.H2.service(),
                "H2 database server, started by the harness in a process of its own or external",
                H2Parameters.class,
                H2Parameters::check,
                H2Embedded::new,
                context -> new ExternalDatabase(
                        Product.H2, context.name(), context.parameters().external(), ClientCertificate.NONE));
    }
}
