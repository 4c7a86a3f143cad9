// SPDX-License-Identifier: Apache-2.0
/**
 * SUT service {@code mariadb}. Embedded means the server's own program in a process of its own, tied to the harness;
 * external may be a MySQL server as well, which the same driver speaks to.
 */
@NullMarked
package org.plateaubench.plugin.databases.mariadb;

import org.jspecify.annotations.NullMarked;
