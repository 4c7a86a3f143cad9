// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.process.UsedServiceType;

/** The social-events site: the reference application in a separate process, or an external site. */
public final class OlioServiceType extends UsedServiceType<OlioSutParameters> {
    public OlioServiceType() {
        super(
                OlioSutParameters.SERVICE,
                "Social-events site, started by the harness in a process of its own or external",
                OlioSutParameters.class,
                OlioSutParameters::check,
                OlioEmbedded::new,
                OlioExternal::new);
    }
}
