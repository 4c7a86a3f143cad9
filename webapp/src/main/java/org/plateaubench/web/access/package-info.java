// SPDX-License-Identifier: Apache-2.0
/** Access control of the console: accounts, sessions and API tokens. */
@NullMarked
package org.plateaubench.web.access;

import org.jspecify.annotations.NullMarked;
