// SPDX-License-Identifier: Apache-2.0
/** SUT service {@code postgresql}: a server on loopback from published programs, or an external one. */
@NullMarked
package org.plateaubench.plugin.databases.postgresql;

import org.jspecify.annotations.NullMarked;
