// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/** The message about an agent that the broker no longer admits. Stateless. */
final class Withdrawal {
    private Withdrawal() {}

    static String sentence(String agent) {
        return "The credentials of agent " + agent + " were withdrawn at the broker.";
    }
}
