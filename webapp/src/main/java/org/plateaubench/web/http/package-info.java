// SPDX-License-Identifier: Apache-2.0
/** The shared HTTP layer of the console: routes with the role each needs, callers, problems as answers. */
@NullMarked
package org.plateaubench.web.http;

import org.jspecify.annotations.NullMarked;
