// SPDX-License-Identifier: Apache-2.0
/** The commands of agents, brokers and rigs. */
@NullMarked
package org.plateaubench.cli.command.rig;

import org.jspecify.annotations.NullMarked;
