// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/** What a controller says of an agent that its broker admits no more. Stateless. */
final class Withdrawal {
    private Withdrawal() {}

    static String sentence(String agent) {
        return "The credentials of agent " + agent + " were withdrawn at the broker.";
    }
}
