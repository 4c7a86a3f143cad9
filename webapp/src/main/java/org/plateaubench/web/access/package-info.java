// SPDX-License-Identifier: Apache-2.0
/** Access control of the console: accounts, sessions, API tokens, and the audit log. */
@NullMarked
package org.plateaubench.web.access;

import org.jspecify.annotations.NullMarked;
