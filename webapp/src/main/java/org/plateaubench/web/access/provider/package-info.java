// SPDX-License-Identifier: Apache-2.0
/** Signing in by OpenID Connect: the requests to a provider, and the checks of its answers. */
@NullMarked
package org.plateaubench.web.access.provider;

import org.jspecify.annotations.NullMarked;
