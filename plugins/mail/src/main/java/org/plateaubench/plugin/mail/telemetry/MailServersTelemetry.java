// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.telemetry;

import java.nio.file.Path;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.service.host.SiteAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * Waiting mail and processes of the store, for servers that the harness has started on this host.
 *
 * @param service name of the servers' SUT service
 */
public record MailServersTelemetry(String service) implements TelemetrySourceType {
    @Override
    public TelemetrySource open(SutAddress sut) {
        return new QueueAndProcesses(
                Path.of(sut.property(SiteAddress.QUEUE)),
                Path.of("/proc"),
                Long.parseLong(sut.property(SiteAddress.STORE_PROCESS)));
    }
}
