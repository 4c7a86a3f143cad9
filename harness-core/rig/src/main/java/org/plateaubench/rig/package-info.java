// SPDX-License-Identifier: Apache-2.0
/** Messages between controllers and agents of other hosts, over a NATS server. */
@NullMarked
package org.plateaubench.rig;

import org.jspecify.annotations.NullMarked;
