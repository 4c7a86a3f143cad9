// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.law;

import org.plateaubench.process.UsedServiceType;

/** A server that answers after times of a known law, in a separate process. */
public final class KnownLawServiceType extends UsedServiceType<KnownLawParameters> {
    /** Creates the kind of service. */
    public KnownLawServiceType() {
        super(
                KnownLawParameters.SERVICE,
                "A server that answers after times of a known law, to prove percentiles with",
                KnownLawParameters.class,
                KnownLawParameters::check,
                EmbeddedLaw::new,
                ExternalLaw::new);
    }
}
