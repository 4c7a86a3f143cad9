// SPDX-License-Identifier: Apache-2.0
/** Commands of agents and of the broker that they meet at. */
@NullMarked
package org.plateaubench.cli.command.rig;

import org.jspecify.annotations.NullMarked;
