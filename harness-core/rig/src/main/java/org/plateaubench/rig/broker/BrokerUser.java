// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import org.plateaubench.rig.Role;

record BrokerUser(String name, Role role, String key) {}
