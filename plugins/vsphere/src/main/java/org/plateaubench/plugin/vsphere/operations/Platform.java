// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.util.List;
import java.util.function.Function;
import org.plateaubench.api.SutAddress;

/**
 * A kind of platform, and the workload on it.
 *
 * @param workload name of the workload
 * @param description one sentence about the workload
 * @param service name of the SUT service that executes the operations
 * @param addresses creates the address of a platform
 * @param operations operations in the order of the definition
 * @param usual operations that begin the units of the default mix, other than {@code deploy}
 * @param clock clock that measures the times of tasks, in the words of descriptions
 */
public record Platform(
        String workload,
        String description,
        String service,
        Function<SutAddress, PlatformAddress> addresses,
        List<InfrastructureOperation> operations,
        List<InfrastructureOperation> usual,
        String clock) {
    PlatformAddress address(SutAddress sut) {
        return addresses.apply(sut);
    }
}
