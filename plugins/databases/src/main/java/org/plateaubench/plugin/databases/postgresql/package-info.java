// SPDX-License-Identifier: Apache-2.0
/** SUT service {@code postgresql}: a server of its own on loopback from published programs, or one of somebody else. */
@NullMarked
package org.plateaubench.plugin.databases.postgresql;

import org.jspecify.annotations.NullMarked;
