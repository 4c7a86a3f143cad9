// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.testkit.ServiceContract;

/** Cyrus has many processes, of which a killed first one leaves the others. */
@Tag("slow")
@Timeout(240)
final class CyrusContractTest extends ServiceContract<CyrusParameters> {
    @Override
    protected SutServiceType<CyrusParameters> service() {
        return new CyrusServiceType();
    }

    @Override
    protected CyrusParameters parameters() {
        return CyrusServiceTest.parameters();
    }
}
