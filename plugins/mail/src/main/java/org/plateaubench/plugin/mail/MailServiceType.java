// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.service.MailServiceParameters;
import org.plateaubench.plugin.mail.service.embedded.EmbeddedMail;
import org.plateaubench.plugin.mail.service.external.ExternalMail;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A mail site: the embedded server in a separate process, or an external site. */
public final class MailServiceType implements SutServiceType<MailServiceParameters> {
    @Override
    public String name() {
        return MailServiceParameters.SERVICE;
    }

    @Override
    public String description() {
        return "Mail, calendars and contacts: an embedded server for trials, in a process of its own, or an external"
                + " site";
    }

    @Override
    public Class<MailServiceParameters> parametersType() {
        return MailServiceParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, MailServiceParameters parameters) {
        return parameters.check(mode);
    }

    @Override
    public SutService create(SutContext<MailServiceParameters> context) {
        return switch (context.mode()) {
            case EMBEDDED -> EmbeddedMail.installed(context);
            case EXTERNAL -> new ExternalMail(context);
        };
    }
}
