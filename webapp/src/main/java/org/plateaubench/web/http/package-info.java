// SPDX-License-Identifier: Apache-2.0
/** What every room of the console shares: routes with the role each needs, callers, problems as answers. */
@NullMarked
package org.plateaubench.web.http;

import org.jspecify.annotations.NullMarked;
