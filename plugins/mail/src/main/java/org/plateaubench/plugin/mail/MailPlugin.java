// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.List;
import org.plateaubench.plugin.mail.service.DovecotServiceType;
import org.plateaubench.plugin.mail.service.MailServersTelemetry;
import org.plateaubench.plugin.mail.service.MailServiceType;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/** The mail workload, and the servers it can be driven against. */
public final class MailPlugin implements Plugin {
    @Override
    public String id() {
        return "mail";
    }

    @Override
    public String description() {
        return "Users of an Exchange-like mail server: mail, calendars and contacts over open protocols.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new MailWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new MailServiceType(), new DovecotServiceType());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new MailServersTelemetry());
    }
}
