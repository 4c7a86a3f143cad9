// SPDX-License-Identifier: Apache-2.0
/** The NATS server of a rig: its folder, its configuration, and its process. */
@NullMarked
package org.plateaubench.rig.broker;

import org.jspecify.annotations.NullMarked;
