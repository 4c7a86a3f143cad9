// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import org.plateaubench.rig.Role;

/**
 * A user that the broker admits.
 *
 * @param name its name
 * @param role its role
 * @param key its public key
 */
record BrokerUser(String name, Role role, String key) {}
